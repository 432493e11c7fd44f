type Engine = 'sqlite' | 'postgres';

/** Built-in identity's tables, column by column as better-auth names them. */
export const identityTables = (engine: Engine): string[] => {
  const moment = engine === 'sqlite' ? 'date' : 'timestamptz';
  const yesNo = engine === 'sqlite' ? 'integer' : 'boolean';
  return [
    `create table identity_users (
      "id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" ${yesNo} not null,
      "image" text, "createdAt" ${moment} not null, "updatedAt" ${moment} not null)`,
    `create table identity_sessions (
      "id" text not null primary key, "expiresAt" ${moment} not null, "token" text not null unique, "createdAt" ${moment} not null,
      "updatedAt" ${moment} not null, "ipAddress" text, "userAgent" text,
      "userId" text not null references identity_users ("id") on delete cascade)`,
    `create table identity_accounts (
      "id" text not null primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references identity_users ("id") on delete cascade, "accessToken" text, "refreshToken" text,
      "idToken" text, "accessTokenExpiresAt" ${moment}, "refreshTokenExpiresAt" ${moment}, "scope" text, "password" text,
      "createdAt" ${moment} not null, "updatedAt" ${moment} not null)`,
    `create table identity_verifications (
      "id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" ${moment} not null,
      "createdAt" ${moment} not null, "updatedAt" ${moment} not null)`,
    'create index "identity_sessions_userId_idx" on identity_sessions ("userId")',
    'create index "identity_accounts_userId_idx" on identity_accounts ("userId")',
    'create index "identity_verifications_identifier_idx" on identity_verifications ("identifier")',
  ];
};
