import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A UUID, with or without hyphens: a freer format would let clients put personal data into the log. */
const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/u;

/** A request's id in the log and its reply: the one from the proxy in front of the shop if it is a UUID, else a new one. */
export const requestIdOf = ({ 'x-request-id': given }: IncomingHttpHeaders): string => (typeof given === 'string' && UUID.test(given) ? given : randomUUID());
