export { ALL_CONTACTS, type Asking, type Contacts, createContacts, forgetContactViews, type ShownContacts, sellersOf } from './contacts.ts';
