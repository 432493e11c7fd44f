export { ALL_CONTACTS, type Contacts, createContacts, forgetContactViews, type ShownContacts, sellersOf } from './contacts.ts';
