import { describe, expect, test } from 'vitest';
import { message } from '../../messages/message.ts';
import type { EmailMessage } from './email-message.ts';
import { renderStoredEmail } from './stored-email.ts';

const SENDER = { shopName: 'Redial & <Sons>', origin: 'https://shop.example' };

function toEmail(name: string): EmailMessage {
  return {
    kind: 'sample',
    subject: message`You booked ${name}`,
    text: message`${name} costs $289.00.\n\nPay for it soon.`,
    link: '/dashboard/payment/order-1',
    label: 'Pay now',
  };
}

function render(content: EmailMessage) {
  return renderStoredEmail({ ...content, ...SENDER }, () => 'Robin');
}

function hrefsOf(html: string) {
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href);
}

describe('Email rendering', () => {
  test('Has the same content as text and as HTML, with one button that leads to the shop', () => {
    const { subject, text, html } = render(toEmail('Galaxy S21'));
    expect(subject).toBe('You booked Galaxy S21');
    for (const words of ['$289.00', 'https://shop.example/dashboard/payment/order-1']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(hrefsOf(html)).toEqual(['https://shop.example/dashboard/payment/order-1']);
    expect(text.match(/https?:/gu)).toHaveLength(1);
  });

  test('Shows what people wrote as plain text, without their markup, headers or links', () => {
    const hostile =
      'Phone\r\nBcc: a@b.example\u2028<img src=x> <a href="https://evil.example">https://evil.example</a> www.evil.example mail@evil.example evil。example \u202etxt';
    const { subject, text, html } = render(toEmail(hostile));
    expect(subject).not.toMatch(/[\r\n\u2028]/u);
    expect(hrefsOf(html)).toEqual(['https://shop.example/dashboard/payment/order-1']);
    expect(html).not.toMatch(/<(?:img|a href="https:\/\/evil)/u);
    for (const written of [text, html]) {
      expect(written.match(/https?:\/\//gu)?.length).toBe(written === text ? 1 : 2);
      expect(written).not.toMatch(/evil[.。]example|www\.evil|\w@\w|\u202e/u);
      // Every character is still visible to a reader.
      expect(written.replaceAll('\u200b', '')).toContain('https://evil.example');
    }
  });

  test('Keeps amounts, numbers, a person’s address and the link readable', () => {
    const url = 'https://shop.example/api/auth/reset-password/a.b_c?callbackURL=%2Freset-password&x="';
    const { text, html } = render({ ...toEmail('Galaxy S21'), text: message`For ${'robin@example.test'}.`, link: url });
    expect(text.replaceAll('\u200b', '')).toContain('robin@example.test');
    expect(text).toContain(url);
    expect(hrefsOf(html)).toEqual([url.replace('&', '&amp;').replace('"', '&quot;')]);
  });
});
