import { hideCardNumbers } from '../../../security/card-numbers.ts';
import type { Intent } from './intent.ts';

/** Stripe's error object; `param` names the invalid parameter. */
export type RestError = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
};

/** A refusal before anything has changed; `intent` is included when it explains the refusal. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly error: RestError;
  readonly intent: Intent | null;

  constructor(status: number, error: RestError, intent: Intent | null = null) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.intent = intent;
  }
}

export const unreadable = (message: string): RestRefusal => invalidRequest(400, { message });

const invalidRequest = (status: number, error: Omit<RestError, 'type'>): RestRefusal => new RestRefusal(status, { type: 'invalid_request_error', ...error });

export const missing = (param: string): RestRefusal => invalidRequest(400, { code: 'parameter_missing', message: `Missing required param: ${param}.`, param });

export function unknownParameter(param: string): RestRefusal {
  return invalidRequest(400, { code: 'parameter_unknown', message: `The practice cards don’t support the parameter ${param} here.`, param });
}

export const invalid = (param: string, message: string, code = 'parameter_invalid'): RestRefusal => invalidRequest(400, { code, message, param });

export const wrongKey = (message: string, code?: string): RestRefusal => invalidRequest(401, { message, ...(code !== undefined && { code }) });

export function noSuch(
  kind: 'payment_intent' | 'refund' | 'dispute' | 'PaymentMethod' | 'destination' | 'charge' | 'transfer' | 'transfer_reversal',
  id: string,
  param: string,
): RestRefusal {
  return invalidRequest(404, { code: 'resource_missing', message: `No such ${kind}: '${hideCardNumbers(id)}'`, param });
}

export function noSuchCall(method: string, path: string): RestRefusal {
  return invalidRequest(404, { message: `The practice cards don't support ${method} ${hideCardNumbers(path)}.` });
}

/** A 402: the card is at fault, found before any charge was attempted. */
export function cardRefused(code: string, message: string, param: string, declineCode?: string): RestRefusal {
  return new RestRefusal(402, { type: 'card_error', code, ...(declineCode !== undefined && { decline_code: declineCode }), message, param });
}

export function unexpectedState(intent: Intent, verb: string): RestRefusal {
  return new RestRefusal(
    400,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent can't be ${verb} because it has a status of ${intent.status}.`,
    },
    intent,
  );
}
