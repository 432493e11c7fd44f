export { createSettingsSource } from './source.ts';
