import { describe, expect, test } from 'vitest';
import type { EmailMessage } from './email-message.ts';
import { bookedEmail, resetEmail } from './emails.ts';
import { renderStoredEmail } from './stored-email.ts';

const SENDER = { shopName: 'Redial & <Sons>', origin: 'https://shop.example' };
const ORDER = { id: 'order-1', product_name: 'Galaxy S21', price_cents: 28_900 };

const render = (content: EmailMessage) => renderStoredEmail({ ...content, ...SENDER }, () => 'Robin');
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href);

describe('a mail that the shop writes', () => {
  test('says the same in text and in HTML, with one button that leads to the shop', () => {
    const { subject, text, html } = render(bookedEmail(ORDER));
    expect(subject).toBe('You booked Galaxy S21');
    for (const words of ['$289.00', 'https://shop.example/dashboard/payment/order-1']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(hrefsOf(html)).toEqual(['https://shop.example/dashboard/payment/order-1']);
    expect(text.match(/https?:/gu)).toHaveLength(1);
  });

  test('takes whatever people wrote as words: no markup, no header, and no link of theirs', () => {
    const hostile = {
      ...ORDER,
      product_name:
        'Phone\r\nBcc: a@b.example\u2028<img src=x> <a href="https://evil.example">https://evil.example</a> www.evil.example mail@evil.example evil。example \u202etxt',
    };
    const { subject, text, html } = render(bookedEmail(hostile));
    expect(subject).not.toMatch(/[\r\n\u2028]/u);
    expect(hrefsOf(html)).toEqual(['https://shop.example/dashboard/payment/order-1']);
    expect(html).not.toMatch(/<(?:img|a href="https:\/\/evil)/u);
    for (const written of [text, html]) {
      expect(written.match(/https?:\/\//gu)?.length).toBe(written === text ? 1 : 2);
      expect(written).not.toMatch(/evil[.。]example|www\.evil|\w@\w|\u202e/u);
      // A reader sees every letter all the same.
      expect(written.replaceAll('\u200b', '')).toContain('https://evil.example');
    }
  });

  test('keeps amounts, numbers and a person’s own address readable, and a link as it is', () => {
    const url = 'https://shop.example/api/auth/reset-password/a.b_c?callbackURL=%2Freset-password&x="';
    const { text, html } = render(resetEmail('Redial', 'robin@example.test', url));
    expect(text.replaceAll('\u200b', '')).toContain('robin@example.test');
    expect(text).toContain(url);
    expect(hrefsOf(html)).toEqual([url.replace('&', '&amp;').replace('"', '&quot;')]);
  });
});
