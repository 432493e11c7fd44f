import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LostPhoneSource } from '#server/ports/lost-phones.ts';

export type OpenedSource = {
  source: LostPhoneSource;
  /** Puts a phone on the list like its operator. Returns how to remove it again. */
  lose(imei: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

const LOST = '490154203237518';
const ANOTHER = '356938035643809';

/** How every list of lost phones must behave. */
export function describeLostPhoneSource(name: string, open: () => Promise<OpenedSource>): void {
  describe(`${name} as a list of lost phones`, () => {
    let opened: OpenedSource;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it('Recognizes a phone from when it is listed as lost until it is removed, and no other', async () => {
      const { source, lose } = opened;
      expect(await source.isLost(LOST)).toBe(false);
      const find = await lose(LOST);
      expect(await source.isLost(LOST)).toBe(true);
      expect(await source.isLost(ANOTHER)).toBe(false);
      await find();
      expect(await source.isLost(LOST)).toBe(false);
    });

    it('Handles many phones at once, with the same result each time', async () => {
      const { source, lose } = opened;
      const find = await lose(ANOTHER);
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => source.isLost(at % 2 === 0 ? ANOTHER : LOST)));
      expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => at % 2 === 0));
      await find();
    });
  });
}
