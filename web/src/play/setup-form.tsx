// The form that begins a match: seats, opponents, seed and parameters.

import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { pagesOf } from "../games/registry";
import { colour } from "../ui/seats";
import { startMatch } from "./play-api";
import { matchOfPersonLink } from "./play-links";
import type { PlayableGame, PlayParameter } from "./play-state";
import { firstSeating, seated, withoutSeat, withSeat, type Seating } from "./seating";

/** The value of the choice that stands for the person. */
const YOU = "you";

export function SetupForm({ game }: { game: PlayableGame }) {
  const suited = pagesOf(game.game).play?.parameters ?? {};
  const { route } = useLocation();
  const [seating, seat] = useState<Seating>(() => firstSeating(game));
  const [seed, setSeed] = useState("");
  const [values, setValues] = useState<Record<string, unknown>>(suited);
  const [isStarting, setStarting] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const begin = async (event: Event) => {
    event.preventDefault();
    setStarting(true);
    try {
      const token = await startMatch({ game: game.name, seats: seating, seed, parameters: values });
      route(matchOfPersonLink(game.name, token));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : `${error}`);
      setStarting(false);
    }
  };
  return (
    <form class="play-setup card pad stack-s" onSubmit={begin}>
      <Seats game={game} seating={seating} onSeating={seat} />
      <details open={Object.keys(suited).length > 0}>
        <summary>Seed and parameters</summary>
        <div class="parameters">
          <label>
            <span>seed</span>
            <input type="text" value={seed} maxLength={20} placeholder="random" onInput={(event) => setSeed(event.currentTarget.value.trim())} />
            <small class="muted">The same seed gives the same beginning.</small>
          </label>
          {game.parameters.map((parameter) => (
            <Parameter
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? parameter.default}
              onValue={(value) => setValues({ ...values, [parameter.name]: value })}
            />
          ))}
        </div>
      </details>
      {trouble ? (
        <p role="alert" class="warning">
          {trouble}
        </p>
      ) : null}
      <button type="submit" class="primary" disabled={isStarting}>
        {isStarting ? "Beginning …" : "Play"}
      </button>
    </form>
  );
}

interface SeatsProps {
  game: PlayableGame;
  seating: Seating;
  onSeating: (seating: Seating) => void;
}

function Seats({ game: { seats, bots }, seating, onSeating }: SeatsProps) {
  const choose = (seat: number, value: string) => onSeating(seated(seating, seat, value === YOU ? null : Number(value)));
  return (
    <fieldset class="seats">
      <legend>Who plays in which seat</legend>
      <ol class="seat-list">
        {seating.map((player, seat) => (
          <li class={player === null ? "row own" : "row"}>
            <span class="letter" style={{ background: `var(${colour(seat)})`, color: "var(--ink)" }}>
              {seat}
            </span>
            <select aria-label={`Seat ${seat}`} value={player === null ? YOU : `${player}`} onChange={(event) => choose(seat, event.currentTarget.value)}>
              <option value={YOU}>you</option>
              {bots.map((bot, index) => (
                <option value={`${index}`}>{bot}</option>
              ))}
            </select>
            {seating.length > seats.from && player !== null ? (
              <button type="button" class="quiet icon" aria-label={`Remove seat ${seat}`} onClick={() => onSeating(withoutSeat(seating, seat))}>
                ✕
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      {seating.length < seats.to && bots.length > 0 ? (
        <button type="button" onClick={() => onSeating(withSeat(seating, bots.length))}>
          Add a seat
        </button>
      ) : null}
    </fieldset>
  );
}

interface ParameterProps {
  parameter: PlayParameter;
  value: unknown;
  onValue: (value: unknown) => void;
}

function Parameter({ parameter: { name, default: usual, least, most, range, meaning }, value, onValue }: ParameterProps) {
  const bound = (end: unknown) => (typeof end === "number" ? end : undefined);
  return (
    <label>
      <span>{name}</span>
      {typeof usual === "number" ? (
        <input
          type="number"
          value={value as number}
          min={bound(least)}
          max={bound(most)}
          step={Number.isInteger(usual) ? 1 : "any"}
          required
          onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
        />
      ) : typeof usual === "boolean" ? (
        <input type="checkbox" checked={value as boolean} onChange={(event) => onValue(event.currentTarget.checked)} />
      ) : (
        <input type="text" value={`${value}`} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
      <small class="muted">
        {meaning ? `${meaning}: ` : ""}
        {range}
      </small>
    </label>
  );
}
