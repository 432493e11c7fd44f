import { OperatorFault } from '../errors.ts';
import { findUserByEmail } from '../features/accounts/index.ts';
import { writeAudit } from '../features/audit/index.ts';
import { withinScope } from '../http/request-scope.ts';
import type { Services } from '../services.ts';

/**
 * Removes a person's second factor on an operator's request, when the app and every recovery code are lost; false when there was none. Throws
 * `OperatorFault` when there is no such person.
 */
export function removeSecondFactor(services: Pick<Services, 'db' | 'identity' | 'clock'>, email: string): Promise<boolean> {
  return withinScope({ by: { role: 'operator', id: null }, network: null, requestId: null }, () => remove(services, email.trim().toLowerCase()));
}

async function remove({ db, identity, clock }: Pick<Services, 'db' | 'identity' | 'clock'>, email: string): Promise<boolean> {
  const user = await findUserByEmail(db, email);
  const isGone = await identity.secondFactor?.remove(email, async (tx) => {
    if (user) await writeAudit(tx, { act: 'second_factor_off', subject: { kind: 'user', id: user.id }, now: clock.now() });
  });
  if (!user && !isGone) throw new OperatorFault(`Nobody in this shop has the address ${email}.`);
  return isGone ?? false;
}
