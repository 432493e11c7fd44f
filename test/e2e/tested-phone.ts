import type { CDPSession, Page } from 'playwright-core';

/** What is wrong with a phone. */
export type Faults = {
  /** This row of the touch grid feels nothing, from 0 of 12. */
  deadRow?: number;
  silentSpeaker?: 'left' | 'right';
  blackCamera?: 'front' | 'rear';
  frozenSensor?: boolean;
  refused?: ('microphone' | 'camera')[];
};

export type PhoneLook = { width: number; height: number; model: string; hasTorch: boolean; faults?: Faults };

/** Turns a page into a phone, whose own sounds reach its microphone, and whose cameras and sensors are simulated. Call before the page is opened. */
export async function becomePhone(page: Page, { width, height, ...phone }: PhoneLook): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await page.setViewportSize({ width, height });
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.context().grantPermissions(['geolocation', 'accelerometer', 'gyroscope']);
  await page.context().setGeolocation({ latitude: 52.5, longitude: 13.4, accuracy: 12 });
  await page.addInitScript(simulate, { faults: {}, ...phone });
  return tools;
}

/** The parts of the page's world that the person moves. */
type World = { speak(isLoud: boolean): void; posture: 'flat' | 'left' | 'right' | 'bottom'; pulses: number };
declare global {
  interface Window {
    phoneWorld?: World;
  }
}

/** Runs in the page, before its own script. */
function simulate({ model, hasTorch, faults }: { model: string; hasTorch: boolean; faults: Faults }): void {
  const world: World = { speak: () => {}, posture: 'flat', pulses: 0 };
  window.phoneWorld = world;
  const set = (target: object, name: string, value: unknown): void => void Object.defineProperty(target, name, { value, configurable: true });

  // What the browser says of the phone.
  const hints = async () => ({ model, platform: 'Android', platformVersion: '14.0.0' });
  set(navigator, 'userAgentData', { platform: 'Android', mobile: true, getHighEntropyValues: hints });
  set(navigator, 'getBattery', async () => ({ level: 0.72, charging: false }));

  // The room: all that the page plays, a little noise, and a voice.
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, output?: number, input?: number) => AudioNode;
  let built: MediaStreamAudioDestinationNode | undefined;
  const buildRoom = (context: AudioContext): MediaStreamAudioDestinationNode => {
    const room = context.createMediaStreamDestination();
    const [noise, noiseLevel, voice, voiceLevel] = [context.createBufferSource(), context.createGain(), context.createOscillator(), context.createGain()];
    const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    buffer.getChannelData(0).forEach((_, at, samples) => {
      samples[at] = Math.random() * 2 - 1;
    });
    Object.assign(noise, { buffer, loop: true });
    noiseLevel.gain.value = 0.0005;
    voice.frequency.value = 180;
    voiceLevel.gain.value = 0;
    connect.call(connect.call(noise, noiseLevel), room);
    connect.call(connect.call(voice, voiceLevel), room);
    noise.start();
    voice.start();
    world.speak = (isLoud) => {
      voiceLevel.gain.value = isLoud ? 0.2 : 0;
    };
    return room;
  };
  class Context extends AudioContext {
    constructor() {
      super();
      built ??= buildRoom(this);
    }
  }
  window.AudioContext = Context;
  const playInto = (node: AudioNode, room: AudioNode): void => {
    if (!faults.silentSpeaker) return void connect.call(node, room);
    const [splitter, merger] = [node.context.createChannelSplitter(2), node.context.createChannelMerger(2)];
    const works = faults.silentSpeaker === 'left' ? 1 : 0;
    connect.call(node, splitter);
    connect.call(splitter, merger, works, works);
    connect.call(merger, room);
  };
  set(AudioNode.prototype, 'connect', function (this: AudioNode, to: AudioNode, ...rest: number[]) {
    if (to === this.context.destination && built) playInto(this, built);
    return connect.call(this, to, ...rest);
  });

  // The cameras: moving stripes, brighter while the flash is lit.
  const openCamera = (isBlack: boolean): MediaStream => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 480 });
    const drawing = canvas.getContext('2d');
    const state = { at: 0, isLit: false };
    const draw = (): void => {
      if (!drawing) return;
      drawing.fillStyle = isBlack ? '#000' : state.isLit ? '#999' : '#333';
      drawing.fillRect(0, 0, 640, 480);
      drawing.fillStyle = '#bbb';
      state.at += 3;
      for (let x = state.at % 40; !isBlack && x < 640; x += 40) drawing.fillRect(x, 0, 12, 480);
    };
    draw();
    setInterval(draw, 40);
    const stream = canvas.captureStream(25);
    const [track] = stream.getVideoTracks();
    if (track && hasTorch) {
      set(track, 'getCapabilities', () => ({ torch: true }));
      set(track, 'applyConstraints', async ({ advanced }: { advanced: { torch: boolean }[] }) => {
        state.isLit = advanced[0]?.torch ?? false;
      });
    }
    return stream;
  };
  set(navigator.mediaDevices, 'getUserMedia', async ({ audio, video }: { audio?: unknown; video?: { facingMode: { ideal: string } } }) => {
    if (faults.refused?.includes(audio ? 'microphone' : 'camera')) throw new DOMException('Permission denied', 'NotAllowedError');
    if (audio) return (built ?? buildRoom(new AudioContext())).stream.clone();
    const facing = video?.facingMode.ideal === 'user' ? 'front' : 'rear';
    return openCamera(faults.blackCamera === facing);
  });

  // The sensors: a posture, and a little noise.
  const PULLS = { flat: [0, 0, 9.8], left: [9.8, 0, 0.3], right: [-9.8, 0, 0.3], bottom: [0, 9.8, 0.3] } as const;
  set(navigator, 'vibrate', (pattern: number[]) => {
    world.pulses = Math.ceil(pattern.length / 2);
    return true;
  });
  setInterval(() => {
    const [x, y, z] = PULLS[faults.frozenSensor ? 'flat' : world.posture];
    const noise = (): number => (faults.frozenSensor ? 0 : (Math.random() - 0.5) * 0.05);
    const pull = { x: x + noise(), y: y + noise(), z: z + noise() };
    window.dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: pull, rotationRate: { alpha: noise(), beta: 0, gamma: 0 } }));
  }, 20);

  // A dead row: what happens there reaches nobody.
  const { deadRow } = faults;
  if (deadRow === undefined) return;
  const isDead = ({ clientY }: PointerEvent): boolean => Math.floor((clientY / window.innerHeight) * 12) === deadRow;
  for (const name of ['pointerdown', 'pointermove'] as const)
    window.addEventListener(name, (event) => document.querySelector('[data-cell]') && isDead(event) && event.stopImmediatePropagation(), { capture: true });
  const coalesced = PointerEvent.prototype.getCoalescedEvents;
  set(PointerEvent.prototype, 'getCoalescedEvents', function (this: PointerEvent) {
    return coalesced.call(this).filter((event) => !isDead(event));
  });
}
