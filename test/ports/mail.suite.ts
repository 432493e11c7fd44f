import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail, Mailer } from '#server/ports/mailer.ts';

/** An email as its recipient sees it; `html` is null where only the text is stored. */
export type ArrivedMail = { to: string; subject: string; text: string; html: string | null };

export type OpenMailer = {
  mailer: Mailer;
  /** Every email that has arrived so far, in the order they were sent, with line ends as `\n`. */
  arrived(): Promise<ArrivedMail[]>;
  close(): Promise<void>;
};

let count = 0;

export function newMail(changes: Partial<Mail> = {}): Mail {
  count += 1;
  return { id: uuid(), to: `suite${count}@example.test`, subject: `Mail ${count}`, text: 'Plain words.', html: '<p>Words.</p>', ...changes };
}

/** Mail servers may add or remove line breaks at the end. */
const asRead = (mail: ArrivedMail): ArrivedMail => ({ ...mail, text: mail.text.trimEnd(), html: mail.html?.trimEnd() ?? null });

const LONG_LINK = `https://shop.example/reset-password?token=${'aB3-_'.repeat(300)}&next=%2Fdashboard`;

/** How every mailer must behave. */
export function describeMailer(name: string, open: () => Promise<OpenMailer>): void {
  describe(`${name} as the shop's mailer`, () => {
    let opened: OpenMailer;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const asSent = ({ to, subject, text, html }: Mail): ArrivedMail => asRead({ to, subject, text, html: opened.mailer.kind === 'mailbox' ? null : html });
    const arrivedAt = async (to: string): Promise<ArrivedMail[]> => (await opened.arrived()).filter((mail) => mail.to === to).map(asRead);
    const sendAndFind = async (mail: Mail): Promise<ArrivedMail | undefined> => {
      await opened.mailer.send(mail);
      return (await arrivedAt(mail.to))[0];
    };

    it('Delivers an email once, as it was written', async () => {
      const mail = newMail({
        subject: 'Choose a new password',
        text: 'Hello Robin,\n\nopen this link:\n\nhttps://shop.example/reset-password?token=a=b&c=d\n',
        html: '<p>Hello Robin,</p>\n<a href="https://shop.example/reset-password?token=a=b&amp;c=d">open</a>\n',
      });
      await opened.mailer.send(mail);
      expect(await arrivedAt(mail.to)).toEqual([asSent(mail)]);
    });

    it.each([
      ['in other scripts', 'Réinitialiser – 重置密码 – إعادة', 'Grüße, Łukasz\nПривет\nשלום'],
      ['with emoji and rare characters', '📱 sold', 'a\u2028b \u{1F469}\u200D\u{1F52C} ﷽'],
      ['under a long subject', `إعادة 重置 📱 ${'a very long name of a phone '.repeat(20)}end`, 'Short.'],
      ['that looks like HTML', '<b>Subject</b> &amp; more', '<script>alert(1)</script>\n&lt;not a tag&gt;'],
      ['that looks like the end of an email', 'Dots', 'before\n.\nQUIT\n..\nafter'],
      ['that looks like an encoding', '=?utf-8?B?SGVsbG8=?=', 'caf=C3=A9 =\n=20'],
      ['with indented and empty lines', 'Lines', '  two spaces\n\n\n\tone tab\nFrom here on'],
    ])('Delivers text %s unchanged', async (_which, subject, text) => {
      const mail = newMail({ subject, text, html: `<pre>${text}</pre>` });
      expect(await sendAndFind(mail)).toEqual(asSent(mail));
    });

    it('Keeps a long link whole, so that it can be opened', async () => {
      const mail = newMail({ text: `Open this link:\n\n${LONG_LINK}\n` });
      expect((await sendAndFind(mail))?.text).toContain(`\n${LONG_LINK}`);
    });

    it('Accepts a long text', async () => {
      const mail = newMail({ text: 'A line of an honest length.\n'.repeat(4000) });
      expect(await sendAndFind(mail)).toEqual(asSent(mail));
    });

    it.each([['\r\nBcc: stranger@example.test\r\n\r\nAnother text'], ['\nTo: stranger@example.test']])(
      'Keeps a subject with a line break (%j) on one line, with no additional recipients',
      async (tail) => {
        const mail = newMail({ subject: `Your order${tail}` });
        const found = await sendAndFind(mail);
        expect(found?.subject).toBe(mail.subject.replaceAll(/\s+/gu, ' '));
        expect(found?.text.trimEnd()).toBe(mail.text);
        expect(await arrivedAt('stranger@example.test')).toEqual([]);
      },
    );

    it.each([
      'reader@example.test, stranger@example.test',
      'reader@example.test\r\nRCPT TO:<stranger@example.test>',
      'Reader <stranger@example.test>',
      'reader,stranger@example.test',
      '"reader"<stranger@example.test>',
    ])('Sends nothing to others for the address %j', async (to) => {
      const before = (await opened.arrived()).length;
      await opened.mailer.send(newMail({ to })).catch(() => {});
      const others = (await opened.arrived()).slice(before).filter((mail) => mail.to !== to);
      expect(others).toEqual([]);
      expect(await arrivedAt('stranger@example.test')).toEqual([]);
    });

    it('Delivers many emails at once, each to its own recipient', async () => {
      const mails = Array.from({ length: 25 }, () => newMail());
      await Promise.all(mails.map((mail) => opened.mailer.send(mail)));
      for (const mail of mails) expect(await arrivedAt(mail.to)).toEqual([asSent(mail)]);
    });

    it('Sends the same text twice as two emails when asked twice', async () => {
      const mail = newMail();
      await opened.mailer.send(mail);
      await opened.mailer.send({ ...mail, id: uuid() });
      expect(await arrivedAt(mail.to)).toEqual([asSent(mail), asSent(mail)]);
    });

    it('Shows its emails only when it stores them instead of sending them', async () => {
      expect(opened.mailer.stored !== undefined).toBe(opened.mailer.kind === 'mailbox');
    });
  });
}
