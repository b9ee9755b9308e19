// Bash cuts words at every character of COMP_WORDBREAKS, so --output=js arrives as three words and
// only the last is replaced. The script glues together what no blank divides, asks, and takes the
// glued beginning off the answers again. It needs neither the bash-completion package nor bash 4.
export const bashScript = `# bash completion for outrigger
_outrigger() {
  local rest="\${COMP_LINE:0:COMP_POINT}" words=() word index
  for ((index = 0; index <= COMP_CWORD; index++)); do
    local blanks="\${rest%%[![:space:]]*}"
    rest="\${rest#"$blanks"}"
    word="\${COMP_WORDS[index]}"
    if ((index == COMP_CWORD)); then word="$rest"; fi
    if [[ \${#words[@]} -gt 0 && -z "$blanks" ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    rest="\${rest#"$word"}"
  done

  local line="\${words[\${#words[@]}-1]}" answer
  case "$word" in [=:]*) word='' ;; esac
  local glued="\${line%"$word"}"
  COMPREPLY=()
  while IFS= read -r answer; do
    case "$answer" in
      :0) ((\${#COMPREPLY[@]} > 0)) || compopt -o default 2>/dev/null ;;
      :*) ;;
      *)
        answer="\${answer%%$'\\t'*}"
        COMPREPLY+=("\${answer#"$glued"}")
        ;;
    esac
  done < <("\${words[0]/#\\~/$HOME}" __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _outrigger outrigger
`
