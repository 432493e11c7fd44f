/** One event for a calendar, as RFC 5545 (iCalendar) and RFC 5546 (PUBLISH) describe it; times are epoch ms. */
type CalendarEvent = {
  /** Stays the same through all changes of the event; `sequence` rises with each. */
  uid: string;
  sequence: number;
  status: 'CONFIRMED' | 'CANCELLED';
  /** When this file was made. */
  stamp: number;
  at: number;
  minutes: number;
  summary: string;
  description: string;
  location: string | null;
  url: string;
  organizer: { name: string; email: string };
};

const encoder = new TextEncoder();

/** Octets in a line, without its end. */
const LINE = 75;

const CONTROL = /\p{Cc}/gu;

/** Writes a calendar file with one event. */
export function writeCalendar(event: CalendarEvent): string {
  const { organizer } = event;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Redial//Meetings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.status}`,
    `DTSTAMP:${toUtc(event.stamp)}`,
    `DTSTART:${toUtc(event.at)}`,
    `DURATION:PT${event.minutes}M`,
    `ORGANIZER;CN="${quotable(organizer.name)}":mailto:${encodeURI(quotable(organizer.email))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.location === null ? [] : [`LOCATION:${escapeText(event.location)}`]),
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function toUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/gu, '')}Z`;
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/gu, '\\$&')
    .replace(/\r\n|[\r\n\u2028\u2029]/gu, '\\n')
    .replace(CONTROL, '');
}

/** A parameter's value can't contain quotes or line ends. */
const quotable = (text: string): string => text.replace(/["\r\n]/gu, ' ').replace(CONTROL, '');

/** Breaks a line before it gets too long, never within a character; a space begins its continuation. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > LINE) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
