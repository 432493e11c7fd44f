export { notifyFollowers } from './follower-commands.ts';
