import { type Resolve, renderMessage } from '../../messages/message.ts';
import type { StoredEmail } from '../../ports/mailer.ts';
import { renderEmail } from './template.ts';

/** Renders a stored email. */
export function renderStoredEmail({ subject, text, ...rest }: StoredEmail, resolve: Resolve) {
  return renderEmail({ subject: renderMessage(subject, resolve), text: renderMessage(text, resolve), ...rest }, rest);
}
