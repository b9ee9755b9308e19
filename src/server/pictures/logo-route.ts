import { extensionKind } from '../../kinds/extension.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { textAt } from '../../objects/kube-object.ts'
import { notFound, problemOf } from '../http/problem.ts'
import type { Route, SignedCall } from '../http/route.ts'
import { type Pictures, pictureReply } from './pictures.ts'

/** The logo of an extension: fetched by the server, so that browsers ask no other host, and stripped. */
export function logoRoute(pictures: Pictures): Route {
  return {
    method: 'GET',
    path: '/api/v1/extensions/{name}/logo',
    operationId: 'getExtensionLogo',
    summary: 'Gives the logo of an extension as a picture without anything that acts',
    tag: 'extensions',
    for: 'signed-in',
    right: { verb: 'get', group: 'outrigger.dev', resource: extensionKind.plural },
    params: {
      name: {
        description: 'The name.',
        schema: { type: 'string', maxLength: 253 },
        example: 'metrics',
        required: true,
      },
    },
    answers: {
      200: { description: 'The picture.', mediaType: 'image/*', schema: { type: 'string' } },
    },
    problems: [404],
    run: async (call) => {
      const picture = await pictures.at(await addressOf(call), call.signal)
      // The same words for every reason: what a server inside the network answers is nobody's to learn here.
      if (picture === undefined) throw notFound('logo of extension', call.params['name'] ?? '', '')
      return pictureReply(picture)
    },
  }
}

async function addressOf({ client, params, signal }: SignedCall): Promise<string> {
  const { name = '' } = params
  try {
    const target = { resource: resourceOf(extensionKind), name }
    const object = await getObject(client, target, {}, signal)
    const address = object === undefined ? '' : textAt(object, ['spec', 'logo'])
    if (address !== '') return address
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw problemOf(error)
  }
  throw notFound('logo of extension', name, '')
}
