import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { currentScope } from '../../http/request-scope.ts';
import { createFairQueue, type Owner } from '../../security/fair-queue.ts';

/**
 * Slow hashes run in Node's pool of four threads, which files, pictures and names of hosts need, too; and each takes a processor for some 50 ms. One less
 * than there are processors leaves the rest of the shop one, two at the most leave it half of the pool.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const MOST_WAITING = 64;
/** Of one account, from one place: as many as it and a browser that is known there may try. */
const MOST_OF_PERSON = 20;
const LONGEST_WAIT_MS = 45_000;
const RETRY_SECONDS = 5;

export type PasswordHashing = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /** Does other slow hashing in its turn. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

type Asked = { owner: Owner; proven: string | null };
const asked = new AsyncLocalStorage<Asked>();

let ownWork = 0;

/**
 * Runs something for somebody: their passwords take their turns. A browser that is known to the account (`isKnown`) goes before all others: whoever logs in
 * often doesn't wait for strangers' guesses.
 */
export function hashingFor<T>(
  { network, account, isKnown = false }: { network: string; account: string; isKnown?: boolean },
  run: () => Promise<T>,
): Promise<T> {
  // Somebody else's tries at an account must not use up what its owner may have here.
  return asked.run({ owner: { network: network, person: `${network} ${account}`, isKnown }, proven: null }, run);
}

/** The kept hash that a password has fitted meanwhile. */
export const provenHash = (): string | null => asked.getStore()?.proven ?? null;

/**
 * Passwords by scrypt as the library has it, in a queue that is fair between networks and between accounts. Who finds it full is told so before anything is
 * looked at. Whether there is such an account makes no difference: the library hashes what was typed for nobody, and that waits here as well.
 */
export function createPasswordHashing(): PasswordHashing {
  const queue = createFairQueue({
    name: 'sign-ins',
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostOfPerson: MOST_OF_PERSON,
    longestWaitMs: LONGEST_WAIT_MS,
    retryAfterSeconds: RETRY_SECONDS,
  });
  return {
    hash: (password) => queue.run(ownerNow(), () => hashPassword(password)),
    async verify({ hash, password }) {
      const fits = await queue.run(ownerNow(), () => verifyPassword({ hash, password }));
      const store = asked.getStore();
      if (fits && store) store.proven = hash;
      return fits;
    },
    inTurn: (work) => queue.run(ownerNow(), work),
  };
}

function ownerNow(): Owner {
  const store = asked.getStore();
  if (store) return store.owner;
  const { by, network } = currentScope();
  ownWork += 1;
  return { network: network ?? 'the shop', person: by.id ?? network ?? `the shop ${ownWork}` };
}
