import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { currentScope } from '../../http/request-scope.ts';
import { createFairQueue } from '../../security/fair-queue.ts';
import type { Owner } from '../../security/queue-turns.ts';
import { hashRecoveryCode } from './second-factor/recovery-codes.ts';

/**
 * Slow hashes run in Node's pool of four threads, which file reads, pictures and DNS lookups also need; each takes a core for about 50 ms. One fewer
 * than the number of cores leaves the rest of the shop a core, and two at most leaves it half the pool.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const MOST_WAITING = 64;
/** For one account from one client network: the attempts that the network and a known browser have together. */
const MOST_OF_PERSON = 20;
const LONGEST_WAIT_MS = 45_000;
const RETRY_SECONDS = 5;

/** Hashes passwords and recovery codes: in the shop so slowly that guessing is hopeless. */
export type SecretHashing = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  hashCode(code: string, salt: string): Promise<string>;
};

const SCRYPT: SecretHashing = { hash: hashPassword, verify: verifyPassword, hashCode: hashRecoveryCode };

type Asked = { owner: Owner; proven: string | null };
const asked = new AsyncLocalStorage<Asked>();

let ownWork = 0;

/**
 * Runs `run` with its password hashes queued under this network and account. Browsers known to the account (`isKnown`) go first, so that regular
 * visitors don't wait behind strangers' guesses.
 */
export function hashingFor<T>(
  { network, account, isKnown = false }: { network: string; account: string; isKnown?: boolean },
  run: () => Promise<T>,
): Promise<T> {
  // Other networks' attempts at an account must not use up its owner's share here.
  return asked.run({ owner: { network: network, person: `${network} ${account}`, isKnown }, proven: null }, run);
}

/** The stored hash that a password has matched in this request; null when none has. */
export const provenHash = (): string | null => asked.getStore()?.proven ?? null;

/**
 * Slow hashes in a queue that is fair between networks and accounts. Refuses when the queue is full, before anything is looked up. Unknown accounts wait
 * just as long: the library hashes the typed password for them too, through this queue.
 */
export function createPasswordHashing(hashes: SecretHashing = SCRYPT): SecretHashing {
  const queue = createFairQueue({
    name: 'sign-ins',
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostOfPerson: MOST_OF_PERSON,
    longestWaitMs: LONGEST_WAIT_MS,
    retryAfterSeconds: RETRY_SECONDS,
  });
  return {
    hash: (password) => queue.run(ownerNow(), () => hashes.hash(password)),
    async verify({ hash, password }) {
      const fits = await queue.run(ownerNow(), () => hashes.verify({ hash, password }));
      const store = asked.getStore();
      if (fits && store) store.proven = hash;
      return fits;
    },
    hashCode: (code, salt) => queue.run(ownerNow(), () => hashes.hashCode(code, salt)),
  };
}

function ownerNow(): Owner {
  const store = asked.getStore();
  if (store) return store.owner;
  const { by, network } = currentScope();
  ownWork += 1;
  return { network: network ?? 'the shop', person: by.id ?? network ?? `the shop ${ownWork}` };
}
