import { patchesAtRandom } from '../support/pictures.ts';
import { type Caller, fetchToken, listPhone as listWithPicture, logIn, signUp as signUpUnconfirmed, uploadPicture } from '../support/world/calls.ts';
import type { Client, Reply } from './client.ts';

export type Person = Caller<Reply> & { email: string; client: Client };

type Mail = { to: string; subject: string; text: string };

/** Signs a person up, follows the link of the verification email, and fetches their access token. Throws when the shop refuses. */
export async function signUp(client: Client, { email, name = 'Alex Doe', role }: { email: string; name?: string; role: 'buyer' | 'seller' }): Promise<Person> {
  await signUpUnconfirmed(client, { email, name, role });
  await confirmAddress(client, email);
  return withToken(client, email);
}

async function confirmAddress(client: Client, email: string): Promise<void> {
  const link = await linkTo(client, email, '/verify-email');
  if (!link) throw new Error(`no mail asks ${email} to confirm the address`);
  await client.ask('POST', link.pathname + link.search, { form: new URLSearchParams() });
}

/** Finds the first link in an email whose recipient contains `part`; waits some seconds for it. */
export async function linkTo(client: Client, email: string, part: string): Promise<URL | null> {
  for (let tries = 0; tries < 40; tries++) {
    for (const { text } of await mailsTo(client, email)) {
      const link = text.split(/\s+/u).find((word) => URL.canParse(word) && word.includes(part));
      if (link) return new URL(link);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

export async function mailsTo(client: Client, email: string): Promise<Mail[]> {
  const { body } = await client.ask('GET', '/api/mailbox');
  return (Array.isArray(body) ? (body as Mail[]) : []).filter(({ to }) => to === email);
}

async function withToken(client: Client, email: string): Promise<Person> {
  await renewToken(client, email);
  return { email, client, call: client.call };
}

export async function renewToken(client: Client, email: string): Promise<void> {
  client.token = await fetchToken(client, email);
}

export async function signIn(client: Client, email: string, password?: string): Promise<Person> {
  await logIn(client, email, password);
  return withToken(client, email);
}

/** Lists a phone with a unique picture. Returns the listing's id. */
export async function listPhone(seller: Person, changes: Record<string, unknown> = {}): Promise<string> {
  return listWithPicture(seller, { image: await uploadPicture(seller, await patchesAtRandom()), ...changes });
}
