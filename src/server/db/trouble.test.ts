import { describe, expect, test } from 'vitest';
import { UnavailableError } from '../errors.ts';
import { toTrouble, translatingErrors } from './trouble.ts';

function coded(code: string) {
  return Object.assign(new Error('secret-detail'), { code });
}

function sqlite(errcode: number) {
  return Object.assign(new Error('secret-detail'), { code: 'ERR_SQLITE_ERROR', errcode });
}

describe('Database errors', () => {
  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', '57P01', '57P02', '57P03', '57014', '08006', '08P01'].map((code) => ({
      error: coded(code),
      seconds: 5,
    })),
    ...['53300', '53200', '25006', '25P03', '58030'].map((code) => ({ error: coded(code), seconds: 5 })),
    ...['40001', '40P01', '55P03', '26000', '42P05'].map((code) => ({ error: coded(code), seconds: 1 })),
    { error: coded('53100'), seconds: 60 },
    ...['Connection terminated unexpectedly', 'Connection terminated due to connection timeout', 'Query read timeout'].map((message) => ({
      error: new Error(message),
      seconds: 5,
    })),
    { error: new Error('timeout exceeded when trying to connect'), seconds: 5 },
    { error: new Error('Client has encountered a connection error and is not queryable'), seconds: 5 },
    ...[5, 6, 7, 8, 10, 14, 15, 10 | (3 << 8)].map((errcode) => ({ error: sqlite(errcode), seconds: 5 })),
    { error: sqlite(13), seconds: 60 },
  ])('Recognizes $error.code $error.errcode $error.message as temporary', ({ error, seconds }) => {
    const trouble = toTrouble(error) as UnavailableError;
    expect(trouble).toBeInstanceOf(UnavailableError);
    expect(trouble.details.retryAfterSeconds).toBe(seconds);
    expect(trouble.cause).toBe(error);
    expect(JSON.stringify(trouble.toReply())).not.toContain('secret-detail');
  });

  test.each([coded('28P01'), coded('3D000'), coded('CERT_HAS_EXPIRED'), new Error('The server does not support SSL connections')])(
    'Whatever fails while connecting is temporary: $code $message',
    (error) => {
      expect(toTrouble(error, { isConnecting: true })).toBeInstanceOf(UnavailableError);
      expect(toTrouble(error)).toBe(error);
    },
  );

  test.each([
    coded('23505'),
    coded('23503'),
    coded('42P01'),
    coded('22P02'),
    coded('42601'),
    sqlite(1),
    sqlite(19),
    sqlite(19 | (8 << 8)),
    new Error('anything else'),
    coded('EACCES'),
    null,
    'a text',
  ])('Doesn’t recognize %s as temporary', (error) => {
    expect(toTrouble(error)).toBe(error);
  });
});

describe('A library that uses the shop’s database', () => {
  const failing = (then: () => string) => async () => {
    await Promise.resolve();
    toTrouble(coded('ECONNREFUSED'));
    return then();
  };
  const isNothing = (result: string) => result === '';

  test('Database trouble shows through a library’s own error or empty reply', async () => {
    const throwing = failing(() => {
      throw new Error('no such account');
    });
    await expect(translatingErrors(throwing, isNothing)).rejects.toBeInstanceOf(UnavailableError);
    const empty = failing(() => '');
    await expect(translatingErrors(empty, isNothing)).rejects.toBeInstanceOf(UnavailableError);
  });

  test('A library may recover from database trouble', async () => {
    const over = failing(() => 'done');
    expect(await translatingErrors(over, isNothing)).toBe('done');
  });

  test('A library keeps its own errors while others have database trouble', async () => {
    toTrouble(coded('ECONNREFUSED'));
    const own = new Error('no such account');
    await expect(translatingErrors(() => Promise.reject(own), isNothing)).rejects.toBe(own);
  });
});
