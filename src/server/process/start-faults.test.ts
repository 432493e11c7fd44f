import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { toTrouble } from '../db/trouble.ts';
import { explainFault } from './start-faults.ts';

const config = readConfig({ DATABASE_URL: 'postgres://shop@db.example.test/shop' });

test.each([
  ['ECONNREFUSED', '', /^The database at DATABASE_URL can’t be reached \(ECONNREFUSED\)\./u],
  ['28P01', 'password authentication failed for user "shop"', /^The database at DATABASE_URL rejected the login \(password authentication failed/u],
  ['3D000', 'database "shop" does not exist', /^The database at DATABASE_URL rejected the login \(database "shop" does not exist\)\.$/u],
  [undefined, 'The server does not support SSL connections', /^The shop can’t connect to the database at DATABASE_URL \(The server does not support SSL/u],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /^The shop can’t connect to the database at DATABASE_URL \(certificate has expired\)/u],
])('Explains to the operator what failed while connecting: %s %s', (code, message, sentence) => {
  const error = Object.assign(new Error(message), code !== undefined && { code });
  expect(explainFault(toTrouble(error, { isConnecting: true }), config)).toMatch(sentence);
});
