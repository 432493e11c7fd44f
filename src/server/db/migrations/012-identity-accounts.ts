/**
 * A way in belongs to one account, whoever comes back twice at once. Of those that were written twice the last stays: it has the password that
 * was set last.
 */
export const oneOwnerEach = [
  `delete from identity_accounts where exists (
    select 1 from identity_accounts as later where later."providerId" = identity_accounts."providerId"
      and later."accountId" = identity_accounts."accountId" and later."id" > identity_accounts."id")`,
  'create unique index identity_accounts_key on identity_accounts ("providerId", "accountId")',
];
