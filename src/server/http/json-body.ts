import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MalformedError } from '../errors.ts';

const MAX_NESTING = 20;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler gets the unparsed body, because it is signed. */
    rawBody?: boolean;
  }
}

/** Parses JSON bodies: an empty one is undefined; too deep or malformed ones are refused. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, text: string, done) => {
    if (request.routeOptions.config.rawBody) return done(null, text);
    if (text.trim() === '') return done(null, undefined);
    if (nestingOf(text) > MAX_NESTING) return done(new MalformedError(`This request is nested more than ${MAX_NESTING} levels deep.`), undefined);
    return parse(request, text, done);
  });
}

/** How deep a JSON text nests, found without parsing it: the parser must not recurse deeper than we allow. */
function nestingOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
