const format = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
});

/** A time (epoch ms) as messages write it, in the server's time zone (`TZ`): `Mon, Nov 23, 2026, 2:00 PM EST`. */
export function moment(at: number): string {
  // Some versions of ICU put a narrow no-break space before AM and PM.
  return format.format(at).replaceAll('\u202F', ' ');
}
