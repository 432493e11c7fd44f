// What the development server would otherwise write into the page as an inline script; it must run before any component does.
import '@vitejs/plugin-react/preamble';

await import('./entry.client.tsx');
