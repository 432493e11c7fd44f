export type Article = { id: string; question: string; paragraphs: string[] };

/** The four articles of /blogs. */
export const ARTICLES: Article[] = [
  {
    id: 'state-management',
    question: 'What are the different ways to manage state in a React application?',
    paragraphs: [
      'Most state is small and belongs to one component: whether a menu is open, what has been typed so far. useState holds it, and useReducer does when several values change together and each change deserves a name. When two components need the same value, it moves to their nearest common parent and comes back to them as props. That covers more of an application than people expect.',
      'Some values are wanted everywhere but rarely change: the logged-in user, the language, the theme. Context hands them down without passing them through every level in between. It is a way to deliver a value rather than a place to manage it, and everything that reads it renders again when it changes, so it suits slow values better than fast ones.',
      'What came from a server is a different thing altogether. It is a copy that grows old, and it needs loading states, retries, caching and a moment when it is fetched again. A query library keeps those copies so that components only say what they want to see. And what should survive a reload or be shared as a link, such as filters, a sort order or a page number, is kept best in the address itself.',
      'A store of its own, such as Redux or Zustand, earns its place when much client-side state is changed from many corners of the screen: an editor, a drawing board, a game. The rule of thumb is to keep state as close as possible to where it is used, and to move it outward only when something real asks for it.',
    ],
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    paragraphs: [
      'In JavaScript an object can point to another object, which is called its prototype. When a property is read and the object does not have it, the engine looks at the prototype, then at the prototype’s prototype, and so on until it is found or the chain ends with null. Nothing is copied: the object borrows what it does not have, at the moment it is asked.',
      'Writing is different. Assigning to a property puts it on the object itself and leaves the prototype as it was, so that the new value hides the inherited one. This is why a method can be shared by a thousand objects while each of them keeps its own data, and why changing a prototype is seen at once by every object that leans on it.',
      'Object.create makes an object with a prototype of your choice. A function called with new makes one whose prototype is the function’s prototype property, and the class syntax writes the same arrangement in a friendlier way: methods land on the prototype, extends links one prototype to the next, and super walks one step up the chain. There is no second mechanism behind it.',
    ],
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should we write unit tests?',
    paragraphs: [
      'A unit test runs one small piece of a program by itself and compares what it did with what it should have done. The piece may be a function that reads a price, or a rule that decides whether a phone can be booked. The test arranges a situation, performs one act and checks the outcome, all in a few milliseconds and without a network or a person watching.',
      'The plain benefit is that mistakes are found minutes after they are made, by the person who made them, instead of weeks later by a customer. The lasting one is courage: code with good tests can be reshaped, because the tests say at once when something that used to work no longer does. They also serve as examples. A test called “a sold phone can’t be booked” tells the next reader a rule that no comment could keep up to date.',
      'Tests cost something too. One that repeats the code line by line breaks with every change and proves nothing; one that checks behavior from the outside stays useful for years. And units that work alone can still fail together, so a few tests that drive the whole application belong beside the many small ones.',
    ],
  },
  {
    id: 'framework-comparison',
    question: 'React vs. Angular vs. Vue: how do they compare?',
    paragraphs: [
      'React is a library for one job: describing what the screen looks like for a given state. Components are plain functions, and markup is written inside the language itself. Routing, data fetching and forms are chosen from a very large surrounding world. That freedom suits teams who like to pick their tools, and it asks them to decide a good deal by themselves.',
      'Angular is a complete framework. It brings its own router, forms, HTTP client, dependency injection and command-line tool, and it expects TypeScript throughout. There is more to learn before the first page stands, but two Angular projects look alike, which large organizations value when people move between teams.',
      'Vue stands between them. Its single-file components keep template, script and style together, its reactivity tracks by itself what depends on what, and an official router and store exist for those who want them. Many people find it the gentlest to start with, and it grows with a project without changing its nature.',
      'All three are fast enough for nearly everything, well maintained and in wide use. The differences that matter are usually elsewhere: what the team knows already, which libraries the product needs, and how much should be settled by the framework instead of by discussion.',
    ],
  },
];
