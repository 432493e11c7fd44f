import { isInRegister } from '../../db/phones.ts';
import type { Db } from '../../db/tables.ts';
import type { LostPhoneSource } from '../../ports/lost-phones.ts';
import type { PhoneKeys } from '../../security/phone-keys.ts';

/** The shop's own register: phones reported lost here whose proof an admin accepted. */
export function createOwnRegister({ db, phoneKeys }: { db: Db; phoneKeys: PhoneKeys }): LostPhoneSource {
  return {
    kind: 'register',
    isLost: (imei) => isInRegister(db, phoneKeys.of(imei).hash),
  };
}
