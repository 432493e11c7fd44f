type Engine = 'sqlite' | 'postgres';

/** Passkeys of accounts of built-in identity, column by column as better-auth names them; `lastUsedAt` is the shop's own. */
export const passkeys = (engine: Engine): string[] => {
  const moment = engine === 'sqlite' ? 'date' : 'timestamptz';
  const yesNo = engine === 'sqlite' ? 'integer' : 'boolean';
  return [
    `create table identity_passkeys (
      "id" text not null primary key, "name" text, "publicKey" text not null,
      "userId" text not null references identity_users ("id") on delete cascade, "credentialID" text not null unique,
      "counter" integer not null, "deviceType" text not null, "backedUp" ${yesNo} not null, "transports" text,
      "createdAt" ${moment}, "aaguid" text, "lastUsedAt" bigint)`,
    'create index "identity_passkeys_userId_idx" on identity_passkeys ("userId")',
  ];
};
