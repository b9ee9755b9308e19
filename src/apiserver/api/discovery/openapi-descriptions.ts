import { fieldOf, isJsonObject, type Json } from '../../../objects/json.ts'

const conventions =
  'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'

/** The descriptions that the real server gives the fields that every object has. */
export const descriptions = {
  apiVersion: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  kind: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
  metadata: `Standard object's metadata. More info: ${conventions}#metadata`,
}

// Of the metadata itself in one sentence each; the real server has paragraphs.
const ofMetadata: Readonly<Record<string, string>> = {
  annotations: 'Annotations is an unstructured key value map stored with a resource.',
  creationTimestamp:
    'CreationTimestamp is a timestamp representing the server time when this object was created.',
  deletionGracePeriodSeconds:
    'Number of seconds allowed for this object to gracefully terminate before it will be removed from the system.',
  deletionTimestamp:
    'DeletionTimestamp is RFC 3339 date and time at which this resource will be deleted.',
  finalizers: 'Must be empty before the object is deleted from the registry.',
  generateName:
    'GenerateName is an optional prefix, used by the server, to generate a unique name.',
  generation: 'A sequence number representing a specific generation of the desired state.',
  labels: 'Map of string keys and values that can be used to organize and categorize objects.',
  managedFields: 'ManagedFields maps workflow-id and version to the set of fields they manage.',
  name: 'Name must be unique within a namespace.',
  namespace: 'Namespace defines the space within which each name must be unique.',
  ownerReferences: 'List of objects depended by this object.',
  resourceVersion: 'An opaque value that represents the internal version of this object.',
  selfLink: 'Deprecated: selfLink is a legacy read-only field.',
  uid: 'UID is the unique in time and space value for this object.',
}

/** The schema of metadata with what its fields are. */
export function describeFields(schema: Json): Json {
  const properties = fieldOf(schema, 'properties')
  if (!isJsonObject(schema) || !isJsonObject(properties)) return schema
  const described = Object.entries(properties).map(([name, property]) => {
    const description = ofMetadata[name]
    if (description === undefined || !isJsonObject(property)) return [name, property] as const
    return [name, { ...property, description }] as const
  })
  return { ...schema, properties: Object.fromEntries(described) }
}
