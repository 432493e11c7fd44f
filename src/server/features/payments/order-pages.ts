import type { Db } from '../../db/tables.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { findUserByEmail, ownsAccount } from '../accounts/index.ts';
import { findOrder, findOrderOf, findPaidOrderOf } from '../orders/index.ts';
import { findReceipt } from './sales-queries.ts';

const PAGE = /^\/dashboard\/(payment|receipt|orders)\/([^/]+)\/?$/u;

/** What an order's page shows to its buyer and, once it is paid, its seller; undefined when there is nothing. */
const READS = { payment: findOrderOf, receipt: findReceipt, orders: findPaidOrderOf };

/**
 * Decides whether an order's page exists for a reader. Someone who isn't logged in on the server's side is sent to the login by the page itself,
 * unless there is no such order at all.
 */
export function createOrderPages({ db, identity }: Pick<Services, 'db' | 'identity'>) {
  return (path: string): ((headers: Headers) => Promise<boolean>) | null => {
    const [, page, id = ''] = PAGE.exec(path) ?? [];
    if (page === undefined) return null;
    const read = READS[page as keyof typeof READS];
    return async (headers) => {
      const buyerId = await findSignedInBuyer(db, await identity.identify(headers).catch(() => null));
      const found = buyerId === null ? await findOrder(db, id) : await read(db, buyerId, id);
      return found !== undefined;
    };
  };
}

async function findSignedInBuyer(db: Db, proven: ProvenIdentity | null): Promise<string | null> {
  const user = proven && (await findUserByEmail(db, proven.email));
  return user && user.removed_at === null && ownsAccount(proven, user) ? user.id : null;
}
