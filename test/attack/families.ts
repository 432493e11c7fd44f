import type { Family } from './attack.ts';
import { accountAttacks } from './families/accounts.ts';
import { linkAttacks } from './families/links.ts';
import { moneyAttacks } from './families/money.ts';
import { patternAttacks } from './families/patterns.ts';
import { pictureAttacks } from './families/pictures.ts';
import { readAttacks } from './families/reads.ts';
import { reservationAttacks } from './families/reservations.ts';
import { settingAttacks } from './families/settings.ts';

/** All attacks, grouped by target. */
export const families: Family[] = [patternAttacks, reservationAttacks, moneyAttacks, pictureAttacks, readAttacks, linkAttacks, accountAttacks, settingAttacks];
