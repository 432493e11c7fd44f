export { scopesOf } from './scopes.ts';
