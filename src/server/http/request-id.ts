import type { IncomingHttpHeaders } from 'node:http';
import { v7 as uuid } from 'uuid';

/** A UUID, with or without its hyphens: in anything freer a stranger could write a person's number into the log. */
const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/u;

/** What a request is called in the log and in its reply: what the proxy before the shop calls it, if that is a UUID; else a new one. */
export const requestIdOf = ({ 'x-request-id': given }: IncomingHttpHeaders): string => (typeof given === 'string' && UUID.test(given) ? given : uuid());
