import { z } from 'zod';

/** A whole number in an address, in decimal digits only: `Number` also reads `1e1`, `0x10` and blanks. Everything else is refused with this message. */
export const wholeNumber = (message: string, { min, max }: { min: number; max: number }) =>
  z.preprocess(readDigits, z.int(message).min(min, message).max(max, message));

const readDigits = (written: unknown): unknown => (typeof written === 'string' && /^\d{1,16}$/u.test(written) ? Number(written) : undefined);
