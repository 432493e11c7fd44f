// Shows push notifications, also while no page of the shop is open, and leads to what they are about. It stores nothing and answers no requests.

const UPDATES = '/dashboard/updates';
const UNREADABLE = { title: 'You have news', text: 'Open your updates to see it.', path: UPDATES };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? UPDATES));
});

/** Those about the same thing replace one another. */
function show({ title, text, path }) {
  return self.registration.showNotification(title, { body: text, tag: path, renotify: true, lang: 'en', icon: '/icon-192.png', data: { path } });
}

function read(data) {
  try {
    const { title, text, path } = data.json();
    const target = new URL(path, self.location.origin);
    if (typeof title !== 'string' || typeof text !== 'string' || target.origin !== self.location.origin) return UNREADABLE;
    return { title, text, path: target.pathname + target.search };
  } catch {
    return UNREADABLE;
  }
}

/** In the tab that shows it already, or in a new one: another tab may have something half written in it. */
async function open(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find(({ url }) => new URL(url).pathname === new URL(path, self.location.origin).pathname);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}
