import { HttpError } from '../errors.ts';
import { NotSent } from '../ports/mailer.ts';
import type { Services } from '../services.ts';
import type { Metrics, ServiceName } from './metrics.ts';

const NAME = /^[A-Za-z][\w -]{0,60}$/u;

type Calls = Partial<Record<string, ServiceName>>;

type Measured = Pick<Services, 'identity' | 'payments' | 'payouts' | 'images' | 'mailer'>;

/** Wraps the shop's services, measuring whether their calls succeed. */
export function measureServices({ identity, payments, payouts, images, mailer }: Measured, metrics: Pick<Metrics, 'called'>): Measured {
  return {
    identity: measureService(identity, metrics, { endSessions: 'identity', createAccount: 'identity', identify: 'identity', findFaults: 'identity' }),
    payments: measureService(payments, metrics, {
      ...{ createIntent: 'payments', findIntent: 'payments', cancelIntent: 'payments', refund: 'payments', findRefund: 'payments' },
      readEvent: 'webhooks',
    }),
    payouts: measureService(payouts, metrics, {
      ...{ createAccount: 'payouts', findAccount: 'payouts', createLink: 'payouts', transfer: 'payouts', findTransferNamed: 'payouts' },
      ...{ findTransfer: 'payouts', reverse: 'payouts', readEvent: 'webhooks' },
    }),
    images: measureService(images, metrics, { put: 'images', remove: 'images', findFault: 'images' }),
    mailer: measureService(mailer, metrics, { send: 'mail', check: 'mail' }),
  };
}

/** Wraps a service and records its calls as succeeded or failed. `calls`: which methods to measure, and under which name; others are unchanged. */
function measureService<T extends object>(service: T, metrics: Pick<Metrics, 'called'>, calls: Calls): T {
  const measured = (call: string, name: ServiceName, work: (...given: unknown[]) => unknown) =>
    function (this: unknown, ...given: unknown[]): unknown {
      const began = performance.now();
      const note = (failure: string | null): void => metrics.called(name, call, { durationMs: performance.now() - began, failure });
      try {
        const answer = work.apply(service, given);
        if (!(answer instanceof Promise)) {
          note(faultIn(call, answer));
          return answer;
        }
        return answer.then(
          (value: unknown) => {
            note(faultIn(call, value));
            return value;
          },
          (error: unknown) => {
            note(failureOf(error));
            throw error;
          },
        );
      } catch (error) {
        // An unreadable webhook means that the settings don't match, or that it isn't from the provider.
        note(name === 'webhooks' ? 'a webhook’s signature does not match the settings' : failureOf(error));
        throw error;
      }
    };
  const methods = Object.entries(calls).flatMap(([call, name]) => {
    const method = (service as Record<string, unknown>)[call];
    return name && typeof method === 'function' ? [[call, measured(call, name, method as (...given: unknown[]) => unknown)] as const] : [];
  });
  return { ...service, ...Object.fromEntries(methods) };
}

/** The settings errors that a service reports; they name settings, never values. */
function faultIn(call: string, answer: unknown): string | null {
  if (call !== 'findFault' && call !== 'findFaults') return null;
  if (Array.isArray(answer)) return answer.length > 0 ? answer.map(String).join(' ') : null;
  return typeof answer === 'string' ? answer : null;
}

/** How a service failed, as a short name, code or message; null when it worked and refused this particular request. */
export function failureOf(error: unknown): string | null {
  if (error instanceof NotSent) return error.scope === 'server' ? error.message : null;
  if (error instanceof HttpError) return error.status >= 500 ? error.message : null;
  if (!(error instanceof Error)) return 'unknown failure';
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && NAME.test(code)) return code;
  return NAME.test(error.name) ? error.name : 'unknown failure';
}
