import { apiVersion } from '../../../kinds/group.ts'
import type { Notification } from '../../../kinds/notification.ts'

/** One thing that happened to one object, as receivers are told. */
export interface NotifiedEvent {
  /** Another one for every happening. */
  readonly id: string
  /** RFC 3339. */
  readonly time: string
  readonly severity: 'warning' | 'normal'
  readonly reason: string
  readonly message: string
  readonly object: {
    readonly kind: string
    readonly namespace: string
    readonly name: string
    readonly uid: string
  }
  /** The Cluster that the object is for; empty for the own one. */
  readonly cluster: string
}

/** The body of a request, and what kind of text it is. */
export interface Message {
  readonly contentType: string
  readonly body: string
}

/** A happening in the form that a receiver wants. */
export function messageOf(type: Notification['spec']['type'], happening: NotifiedEvent): Message {
  switch (type) {
    case 'slack':
      return {
        contentType: 'application/json',
        body: JSON.stringify({ text: slackText(happening) }),
      }
    case 'cloudevents': {
      const contentType = 'application/cloudevents+json'
      return { contentType, body: JSON.stringify(cloudEvent(happening)) }
    }
    case 'webhook':
      return { contentType: 'application/json', body: JSON.stringify(happening) }
  }
}

function slackText({ severity, reason, message, object, cluster }: NotifiedEvent): string {
  const sign = severity === 'warning' ? ':warning:' : ':information_source:'
  const where = cluster === '' ? '' : ` on ${cluster}`
  return `${sign} *${placeOf(object)}*${where}: ${reason}\n${escaped(message)}`
}

// As Slack asks for: these three are its own.
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function placeOf({ kind, namespace, name }: NotifiedEvent['object']): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}

// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
function cloudEvent({ id, time, severity, reason, message, object, cluster }: NotifiedEvent) {
  const { kind, namespace, name } = object
  const place = namespace === '' ? '' : `/namespaces/${namespace}`
  return {
    specversion: '1.0',
    id,
    time,
    type: `dev.outrigger.${kind.toLowerCase()}.${reason.toLowerCase()}`,
    source: `/apis/${apiVersion}${place}`,
    subject: `${kind}/${name}`,
    datacontenttype: 'application/json',
    data: { severity, reason, message, object, cluster },
  }
}
