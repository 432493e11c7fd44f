import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const MAIL = { SMTP_URL: 'smtps://shop%40example.com:p%40ss%3A%2F@mail.example', MAIL_FROM: 'shop@example.com', PUBLIC_URL: 'https://shop.example' };

function mailOf(changes: Record<string, string> = {}) {
  return readConfig({ ...MAIL, ...changes }).mail;
}

function faultsOf(changes: Record<string, string>): string {
  try {
    mailOf(changes);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('The mail server', () => {
  it('No mail server is used until one is named', () => {
    expect(readConfig({}).mail).toEqual({ kind: 'mailbox' });
  });

  it('Reads the mail server with its login, port and sender', () => {
    expect(mailOf()).toEqual({
      kind: 'smtp',
      host: 'mail.example',
      port: 465,
      encryption: 'tls',
      login: { user: 'shop@example.com', password: 'p@ss:/' },
      from: { name: 'Redial', address: 'shop@example.com' },
    });
    const from = mailOf({ MAIL_FROM: '"The, Shop" <mail@example.com>' });
    expect(from).toMatchObject({ from: { name: 'The, Shop', address: 'mail@example.com' } });
  });

  it.each([
    ['smtp://mail.example', { port: 587, encryption: 'starttls', login: null }, {}],
    ['smtp://u:p@mail.example:2525', { port: 2525, encryption: 'starttls' }, {}],
    ['smtp://localhost:25', { encryption: 'plain' }, {}],
    ['smtp://[::1]:25', { host: '::1', encryption: 'plain' }, {}],
    ['smtp://mailpit:1025', { encryption: 'plain' }, { ALLOW_PLAIN_SMTP: 'true' }],
    ['smtps://127.0.0.1', { port: 465, encryption: 'tls' }, {}],
  ])('Talks to the mail server at %s as %j', (SMTP_URL, mail, more) => {
    expect(mailOf({ SMTP_URL, ...more })).toMatchObject(mail);
  });

  it.each([
    ['SMTP_URL', 'https://u:secret@mail.example'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtp://u:%zzsecret@mail.example'],
    ['SMTP_URL', 'smtp://secret@mail.example'],
    ['SMTP_URL', 'smtp://u:se%0d%0acret@mail.example'],
    ['SMTP_URL', 'smtp://u:secret@mail.example/?tls=no'],
    ['MAIL_FROM', 'secret'],
    ['MAIL_FROM', 'a@example.com, secret@example.com'],
    ['MAIL_FROM', 'Shop\r\nBcc: secret@example.com <a@example.com>'],
  ])('Refuses %s=%j by name, without its value', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toContain(`- ${name}: `);
    expect(faults).not.toContain('secret');
  });

  it.each([
    ['SMTP_URL', 'MAIL_FROM'],
    ['MAIL_FROM', 'SMTP_URL'],
    ['PUBLIC_URL', 'SMTP_URL'],
  ])('Requires %s with %s', (missing) => {
    expect(faultsOf({ [missing]: '' })).toContain(`- ${missing}: `);
  });

  it('A mail server replaces ALLOW_KEPT_MAIL in production', () => {
    const production = {
      NODE_ENV: 'production',
      AUTH_SECRET: 'nobody can guess this, it is long enough',
      ALLOW_PRACTICE_CARDS: 'true',
      TRUSTED_PROXIES: 'none',
    };
    expect(mailOf(production)).toMatchObject({ kind: 'smtp' });
    expect(faultsOf({ ...production, SMTP_URL: '', MAIL_FROM: '' })).toContain('- ALLOW_KEPT_MAIL: ');
  });
});
