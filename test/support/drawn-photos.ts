import { drawPhonePicture } from '#server/db/seed/phone-picture.ts';
import { stock } from '#server/db/seed/stock/stock.ts';

const phones = stock.flatMap((brand) => brand.phones);

/** A drawn phone at photo quality, 1280 pixels square, as the demo shop has it; another for each number. */
export const drawnPhoto = (nth: number): Promise<Buffer> => {
  const phone = phones[nth % phones.length];
  if (!phone) throw new Error('the demo shop has no phones');
  return drawPhonePicture(phone, nth);
};
