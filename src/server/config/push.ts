import { webOrigin } from './fields.ts';

/** For tests: the origin of a push service on this machine; null: none. */
export type PushConfig = { standIn: string | null };

export const pushSettings = { PUSH_STAND_IN: webOrigin('PUSH_STAND_IN') };

const LOOPBACK = /^http:\/\/127(?:\.\d{1,3}){3}:\d{1,5}$/u;

export function pushFaults({ PUSH_STAND_IN }: { PUSH_STAND_IN?: string | undefined }, production: boolean): string[] {
  if (PUSH_STAND_IN === undefined) return [];
  if (production) return ['PUSH_STAND_IN: a stand-in for push services is for tests only; leave it out in production.'];
  return LOOPBACK.test(PUSH_STAND_IN) ? [] : ['PUSH_STAND_IN: set an origin on this machine, such as http://127.0.0.1:4000.'];
}
