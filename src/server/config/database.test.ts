import { expect, test } from 'vitest';
import { databaseFaults } from './database.ts';

test.each([
  'postgres://u:p@127.0.0.1:5432/shop',
  'postgres://u:p@localhost/shop',
  'postgres://u:p@[::1]:5432/shop',
  'postgres:///shop?host=/var/run/postgresql',
  'postgres://u:p@db.example/shop?sslmode=verify-full',
  'postgres://u:p@db.example/shop?sslmode=require',
])('Accepts a database that is on this machine or reached encrypted: %s', (DATABASE_URL) => {
  expect(databaseFaults({ DATABASE_URL })).toEqual([]);
});

test.each([
  'postgres://u:p@db.example/shop',
  'postgres://u:p@db.example/shop?sslmode=disable',
  'postgres://u:p@db.example/shop?sslmode=prefer',
  'postgres://u:p@localhost.example/shop',
  'postgres://u:p@127.0.0.1/shop?host=db.example',
])('Refuses a database that is reached unencrypted, without printing its password: %s', (DATABASE_URL) => {
  const [fault = ''] = databaseFaults({ DATABASE_URL });
  expect(fault).toMatch(/^DATABASE_URL: .*sslmode=verify-full/u);
  expect(fault).not.toContain('u:p');
  expect(databaseFaults({ DATABASE_REPLICA_URL: DATABASE_URL })[0]).toMatch(/^DATABASE_REPLICA_URL: /u);
  expect(databaseFaults({ DATABASE_URL, ALLOW_PLAIN_DATABASE: true })).toEqual([]);
});
