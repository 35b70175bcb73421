// Sounds, made here and now: short, wooden, quiet. One switch; nothing sounds before the first click.
import { settings } from "../core/settings.js";

/** @type {AudioContext|null} */
let audio = null;
/** @type {GainNode|null} */
let master = null;
let last = 0;

/** Sounds may begin with the first click or key of a page. */
export function allowSounds() {
  const start = () => {
    audio ??= new AudioContext();
    if (!master) {
      master = audio.createGain();
      master.gain.value = 0.25; // -12 dB
      master.connect(audio.destination);
    }
    audio.resume();
  };
  window.addEventListener("pointerdown", start, { once: true });
  window.addEventListener("keydown", start, { once: true });
}

/** Ready to sound, and not within 40 ms of the last sound. */
function ready() {
  if (!settings.get().sound || !audio || !master || audio.state !== "running") return null;
  if (audio.currentTime - last < 0.04) return null;
  last = audio.currentTime;
  return { audio, master };
}

/**
 * A burst of noise through a band.
 * @param {number} frequency
 * @param {number} seconds
 * @param {number} volume
 * @param {number} sharpness
 * @param {number} [delay]
 */
function burst(frequency, seconds, volume, sharpness, delay = 0) {
  const on = ready();
  if (!on) return;
  const start = on.audio.currentTime + delay;
  const buffer = on.audio.createBuffer(1, Math.ceil(on.audio.sampleRate * seconds), on.audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 2;
  const source = new AudioBufferSourceNode(on.audio, { buffer });
  const band = new BiquadFilterNode(on.audio, { type: "bandpass", frequency, Q: sharpness });
  const gain = new GainNode(on.audio, { gain: volume });
  source.connect(band).connect(gain).connect(on.master);
  source.start(start);
}

/**
 * A tone that swells and fades.
 * @param {{frequency: number, to?: number, seconds: number, volume: number, type?: OscillatorType, attack?: number,
 *   delay?: number}} how
 */
function tone({ frequency, to = frequency, seconds, volume, type = "sine", attack = 0.01, delay = 0 }) {
  if (!settings.get().sound || !audio || !master || audio.state !== "running") return;
  const start = audio.currentTime + delay;
  const oscillator = new OscillatorNode(audio, { type, frequency });
  oscillator.frequency.linearRampToValueAtTime(to, start + seconds);
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(gain).connect(master);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

export const sounds = {
  card: () => burst(2400, 0.04, 0.8, 1.2),
  /** A car set down, each of a route a semitone higher. @param {number} [nth] */
  car: (nth = 0) => burst(420 * 2 ** (nth / 12), 0.06, 1.6, 6),
  ship: () => tone({ frequency: 110, seconds: 0.9, volume: 0.5, type: "triangle", attack: 0.25 }),
  /** My turn: two notes of a station gong. */
  turn() {
    for (const [frequency, delay] of [
      [659, 0],
      [523, 0.22],
    ]) {
      tone({ frequency, seconds: 0.7, volume: 0.4, delay });
      tone({ frequency: frequency * 2.76, seconds: 0.35, volume: 0.08, delay });
    }
  },
  ticket() {
    [523, 659, 784].forEach((frequency, at) => tone({ frequency, seconds: 0.4, volume: 0.35, delay: at * 0.12 }));
  },
  whistle() {
    tone({ frequency: 700, to: 640, seconds: 0.9, volume: 0.16, type: "triangle", attack: 0.08 });
    tone({ frequency: 707, to: 648, seconds: 0.9, volume: 0.16, type: "triangle", attack: 0.08 });
  },
};
