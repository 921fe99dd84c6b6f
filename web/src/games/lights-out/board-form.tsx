// Chooses another board: by size, at random, or from text.

import { useEffect, useState } from "preact/hooks";
import { dark, fromText, MAX_SIDE, randomLights, randomSolvable, toText, type Board } from "./board";

interface BoardFormProps {
  board: Board;
  onBoard: (board: Board) => void;
}

export function BoardForm({ board, onBoard }: BoardFormProps) {
  const { columns, rows } = board;
  return (
    <section class="board-form card pad stack-s">
      <h2>Another board</h2>
      <div class="fields">
        <Side name="columns" value={columns} onValue={(columns) => onBoard(randomSolvable(columns, rows, Math.random))} />
        <Side name="rows" value={rows} onValue={(rows) => onBoard(randomSolvable(columns, rows, Math.random))} />
      </div>
      <div class="buttons">
        <button type="button" onClick={() => onBoard(randomSolvable(columns, rows, Math.random))}>
          Random, with a solution
        </button>
        <button type="button" onClick={() => onBoard(randomLights(columns, rows, Math.random))}>
          Random, with or without
        </button>
        <button type="button" onClick={() => onBoard(dark(columns, rows))}>
          All lights off
        </button>
      </div>
      <BoardAsText board={board} onBoard={onBoard} />
    </section>
  );
}

interface SideProps {
  name: string;
  value: number;
  onValue: (value: number) => void;
}

function Side({ name, value, onValue }: SideProps) {
  const take = (input: HTMLInputElement) => {
    const wanted = Math.max(1, Math.min(MAX_SIDE, Math.round(input.valueAsNumber || value)));
    // Also correct the text in the field.
    input.value = `${wanted}`;
    if (wanted !== value) onValue(wanted);
  };
  return (
    <label>
      {name}
      <input type="number" min={1} max={MAX_SIDE} value={value} onChange={(event) => take(event.currentTarget)} />
    </label>
  );
}

/** The board as rows of 0 and 1, to copy, edit and paste. */
function BoardAsText({ board, onBoard }: BoardFormProps) {
  const own = toText(board);
  const [text, setText] = useState(own);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    setText(own);
    setWrong("");
  }, [own]);
  const take = () => {
    const read = fromText(text);
    if ("wrong" in read) return setWrong(read.wrong);
    setWrong("");
    setText(toText(read));
    onBoard(read);
  };
  return (
    <>
      <label class="as-text">
        Rows of 0 and 1, with 1 for a light that is on
        <textarea
          rows={Math.min(MAX_SIDE, Math.max(5, board.rows))}
          spellcheck={false}
          value={text}
          aria-invalid={wrong !== ""}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <button type="button" disabled={text === own} onClick={take}>
          Take this board
        </button>
        <span role="alert" class="warning">
          {wrong}
        </span>
      </div>
    </>
  );
}
