"""What is the same for everybody: boards, their drawings, and the files of the browser client."""
