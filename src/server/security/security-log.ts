import { currentScope } from '../http/request-scope.ts';
import { createLimiter } from './rate-limiter.ts';

/** Security events in the log, for investigating an attack. Accounts are named by id. */
export type SecurityEvent = {
  event: 'signed_in' | 'sign_in_failed' | 'refused';
  account?: string | null;
  reqId?: string | null;
  network?: string | null;
} & Record<string, string | number | boolean | null | undefined>;

export type SecurityLog = {
  note(event: SecurityEvent): void;
  /** Sets where lines go; earlier events are dropped. */
  listen(write: (event: SecurityEvent, sentence: string) => void): void;
};

/** In all: a flood of refusals must not become a flood of log lines. */
const LINES = { burst: 300, perMinute: 300 };

const SENTENCES: Record<SecurityEvent['event'], string> = {
  signed_in: 'login succeeded',
  sign_in_failed: 'login failed',
  refused: 'request rejected',
};

/** Logs security events at a limited rate; the next line written says how many were left out. */
export function createSecurityLog(now?: () => number): SecurityLog {
  const limiter = createLimiter({ ...(now && { now }) });
  let write: ((event: SecurityEvent, sentence: string) => void) | null = null;
  let leftOut = 0;
  return {
    note(event) {
      if (limiter.take('lines', LINES) > 0) {
        leftOut += 1;
        return;
      }
      const { network, requestId: reqId } = currentScope();
      write?.({ network, reqId, ...event, ...(leftOut > 0 && { leftOut }) }, SENTENCES[event.event]);
      leftOut = 0;
    },
    listen(to) {
      write = to;
    },
  };
}
