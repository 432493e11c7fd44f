import { escapeHtml } from '#contract/shared/escape.ts';

/** An email's content before it is rendered. */
export type PlainEmail = { subject: string; text: string; link: string | null; label: string; unsubscribe?: string | null };

/** The sender of the email, and the origin of its links. */
export type Sender = { shopName: string /** Without a trailing slash. */; origin: string };

/** A zero-width space, which keeps mail readers from making links. */
const GAP = '\u200b';
/** Where mail readers would recognize a link: in `https://`, and at a dot or an @ between letters, but not in amounts such as 289.00. */
const LINK_LIKE = /(?<=[a-z\d+.-]:)(?=\/\/)|(?<=[\p{L}\p{N}][.\u3002\uff0e\uff61])(?=\p{L})|(?<=\p{L}\.)(?=\p{N})|(?<=\S)(?=@)/giu;

/** Characters that change the text direction. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;

// Only the button sets colors, so that mail readers can switch to dark mode.
const STYLES = {
  page: 'margin:0;padding:0;',
  column:
    "max-width:560px;margin:0 auto;padding:32px 24px;font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;",
  shop: 'margin:0 0 24px;font-weight:700;',
  subject: 'margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:700;',
  words: 'margin:0 0 16px;overflow-wrap:anywhere;',
  // A border instead of padding, which Outlook ignores.
  button:
    'display:inline-block;margin:8px 0 24px;border:solid #2b44c7;border-width:12px 24px;border-radius:12px;background-color:#2b44c7;color:#ffffff;font-weight:700;text-decoration:none;',
  small: 'margin:0 0 16px;font-size:14px;opacity:0.75;overflow-wrap:anywhere;word-break:break-word;',
};

/** Renders an email: its subject in one line, and its body as text and as HTML. */
export function renderEmail(content: PlainEmail, { shopName, origin }: Sender): { subject: string; text: string; html: string } {
  const subject = toLine(content.subject);
  const name = toLine(shopName);
  const words = paragraphsOf(withoutLinks(content.text));
  const address = content.link === null ? null : toAddress(content.link, origin);
  const end = content.unsubscribe ? toAddress(content.unsubscribe, origin) : null;
  const whyYou = `You received this email because someone used your address at ${name}.${end === null ? '' : ` To unsubscribe, open ${end}`}`;
  const text = [...words, ...(address === null ? [] : [`${content.label}:\n${address}`]), `${name}\n${whyYou}`].join('\n\n');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${STYLES.page}">
<div style="${STYLES.column}">
<p style="${STYLES.shop}">${escapeHtml(name)}</p>
<h1 dir="auto" style="${STYLES.subject}">${escapeHtml(subject)}</h1>
${words.map(paragraph).join('\n')}
${address === null ? '' : buttonTo(address, content.label)}
<p style="${STYLES.small}">${escapeHtml(whyYou)}</p>
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

/** Text as one line. */
function toLine(text: string): string {
  return withoutLinks(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** The same text without anything that mail readers would turn into a link. */
const withoutLinks = (text: string): string => text.replace(TURNS, '').replace(LINK_LIKE, GAP);

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

const paragraph = (text: string): string => `<p dir="auto" style="${STYLES.words}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const toAddress = (link: string, origin: string): string => (link.startsWith('/') ? `${origin}${link}` : link);

function buttonTo(address: string, label: string): string {
  const target = escapeHtml(address);
  return `<a href="${target}" style="${STYLES.button}">${escapeHtml(label)}</a>
<p style="${STYLES.small}">If the button doesn’t work, open this link:<br>${target}</p>`;
}
