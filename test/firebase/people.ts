import { PROJECT } from './emulator.ts';

/** Signs in by Firebase's REST, as its own library does: what proves it to the shop, or null when refused. */
export async function signInByRest(email: string, password: string): Promise<Headers | null> {
  return bearing(await post('accounts:signInWithPassword', { email, password, returnSecureToken: true }));
}

const bearing = (reply: Record<string, unknown> | null): Headers | null => (reply ? new Headers({ authorization: `Bearer ${String(reply.idToken)}` }) : null);

async function post(path: string, body: unknown): Promise<Record<string, unknown> | null> {
  const response = await fetch(`http://${emulatorHost()}/identitytoolkit.googleapis.com/v1/${path}?key=key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
}

/** Where the emulator is that this job runs. */
export function emulatorHost(): string {
  const { AUTH_EMULATOR } = process.env;
  if (!AUTH_EMULATOR) throw new Error('npm run test:firebase runs these tests');
  return AUTH_EMULATOR;
}

/** Opens the link of the newest mail of a kind, as the person would. */
export async function openMail(email: string, requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET', newPassword?: string): Promise<void> {
  const mail = (await readMails(email)).filter((one) => one.requestType === requestType).at(-1);
  if (!mail) throw new Error(`no mail of this kind was sent to ${email}`);
  const response = await fetch(newPassword === undefined ? mail.oobLink : `${mail.oobLink}&newPassword=${newPassword}`);
  if (!response.ok) throw new Error(`the link of the mail answered ${response.status}`);
}

/** Mails that the emulator would have sent: for each what it is for, and the link in it. */
export async function readMails(email: string): Promise<{ requestType: string; oobLink: string; oobCode: string }[]> {
  const response = await fetch(`http://${emulatorHost()}/emulator/v1/projects/${PROJECT}/oobCodes`);
  const { oobCodes } = (await response.json()) as { oobCodes: { email: string; requestType: string; oobLink: string; oobCode: string }[] };
  return oobCodes.filter((mail) => mail.email === email);
}

/** What Google would say of somebody, which the emulator believes: a sign-in with Google by Firebase's REST. */
export async function signInWithGoogleByRest(person: { sub: string; email: string; name: string }): Promise<Headers | null> {
  const postBody = `id_token=${encodeURIComponent(JSON.stringify({ ...person, email_verified: true }))}&providerId=google.com`;
  return bearing(await post('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost', returnSecureToken: true, returnIdpCredential: true }));
}
