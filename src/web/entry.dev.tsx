// Replaces the inline script that the development server would write into the page; it must run before any component.
import '@vitejs/plugin-react/preamble';

await import('./entry.client.tsx');
