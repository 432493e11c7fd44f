/** A subscription at a push service with a public address, with the browser's keys of RFC 8291's example. Nothing is sent there: tests send only to practice services. */
export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://8.8.8.8/push',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
